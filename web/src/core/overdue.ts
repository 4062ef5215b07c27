// Time that runs out. A computer that slept runs what is overdue before it
// hears what came meanwhile: then the time begins anew.

const LATE = 1000; // milliseconds

/** Acts after so many milliseconds; gives what prevents that. */
export function after(time: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const due = performance.now() + time;
    timer = setTimeout(() => {
      if (performance.now() > due + LATE) wait();
      else act();
    }, time);
  };
  wait();
  return () => clearTimeout(timer);
}

/** Waits for the end of something, but not longer than this. Says whether it came. */
export function within(time: number, end: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const forget = after(time, () => resolve(false));
    const ended = () => {
      forget();
      resolve(true);
    };
    end.then(ended, ended);
  });
}
