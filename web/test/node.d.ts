// As much of Node as the tests use.

declare module 'node:test' {
  export function test(name: string, body: () => void | Promise<void>): void;
}

declare module 'node:assert/strict' {
  interface Assert {
    equal(actual: unknown, expected: unknown, message?: string): void;
    notEqual(actual: unknown, expected: unknown, message?: string): void;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
    ok(value: unknown, message?: string): void;
    match(text: string, pattern: RegExp): void;
    throws(body: () => unknown, expected: object): void;
    rejects(body: Promise<unknown>, expected: object): Promise<void>;
  }
  const assert: Assert;
  export default assert;
}

declare module 'node:fs' {
  export function readFileSync(path: string, encoding: 'utf8'): string;
  export function readdirSync(path: string, options: { recursive: true }): string[];
}

/** Where the page's own modules lie. */
declare const SOURCE: string;

declare module '*.css' {
  const text: string;
  export default text;
}
