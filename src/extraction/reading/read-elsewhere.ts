/** A run has to begin again in another thread: this one is not for its page, or busy with another run. */
export class ReadElsewhere extends Error {
  /** It kept the thread busy, so it needs one of its own. */
  readonly isHeavy: boolean;

  constructor(isHeavy: boolean) {
    super("the run begins again in another thread");
    this.name = "ReadElsewhere";
    this.isHeavy = isHeavy;
  }
}
