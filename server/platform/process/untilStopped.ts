/** Whether somebody asked this process to end. */
export interface Stop {
  /** Resolves at the first SIGTERM or SIGINT. A second one ends the process at once. */
  asked: Promise<void>;
  isAsked(): boolean;
}

/** From here on signals ask, instead of ending the process. */
export function untilStopped(): Stop {
  let isAsked = false;
  const asked = new Promise<void>((settle) => {
    const ask = () => {
      if (isAsked) process.exit(1);
      isAsked = true;
      settle();
    };
    process.on('SIGTERM', ask).on('SIGINT', ask);
  });
  return { asked, isAsked: () => isAsked };
}
