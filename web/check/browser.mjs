// A browser with the page in it, and what it says.

import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';
import { serve } from '../tools/serve.mjs';
import { Driver } from './driver.mjs';

export class Browser {
  static async open(folder, oracle) {
    const browser = new Browser();
    browser.oracle = oracle;
    Object.assign(browser, await serve(folder));
    browser.chromium = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    });
    return browser;
  }

  async close() {
    await this.chromium.close();
    this.server.close();
  }

  /** Opens the page; whatever it complains about fails the check. */
  async visit(body, { hash = '', prepare = async () => {}, ...options } = {}) {
    const { address, oracle } = this;
    const context = await this.chromium.newContext({ viewport: { width: 1180, height: 860 }, acceptDownloads: true, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    const wrong = [];
    page.on('pageerror', (error) => wrong.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') wrong.push(message.text());
    });
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      const ours = protocol === 'blob:' || `${origin}/` === address;
      if (!ours) wrong.push(`asks for ${request.url()}`);
    });
    await page.addInitScript(keepMessages);
    await prepare(page);
    await page.goto(address + hash);
    await page.waitForSelector('#columns button');
    const result = await body(page, new Driver(page, oracle)).catch(async (error) => {
      error.stack += `\nthe page said: ${await state(page).catch(() => '')}; ${wrong.join('; ')}`;
      throw error;
    });
    assert.deepEqual(wrong, []);
    await context.close();
    return result;
  }
}

/** Runs in the page: all messages that it ever shows. */
function keepMessages() {
  window.messagesSoFar = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (node.matches?.('.message:not(.good)')) window.messagesSoFar.push(node.firstElementChild.textContent);
      }
    }
  }).observe(document, { childList: true, subtree: true });
}

/** What a check that failed wants to know. */
async function state(page) {
  await page.evaluate(() => { document.getElementById('console').open = true; });
  await page.waitForSelector('#log p', { timeout: 2000 }).catch(() => {});
  return page.evaluate(() => [
    document.getElementById('state').textContent,
    ...window.messagesSoFar,
    document.activeElement?.outerHTML.slice(0, 120),
    `${document.querySelectorAll('dialog[open]').length} dialogs`,
    `${document.querySelectorAll('#moves button').length - 1} moves`,
    ...[...document.querySelectorAll('#log p')].slice(-30).map((line) => `\n${line.className} ${line.textContent}`),
  ].join('; '));
}

/** The messages on the page. */
export const messages = (page) =>
  page.$$eval('.message:not(.good) p', (all) => all.map((one) => one.textContent));

/** All messages since the page was opened, also those that are gone. */
export const messagesSoFar = (page) => page.evaluate(() => window.messagesSoFar);
