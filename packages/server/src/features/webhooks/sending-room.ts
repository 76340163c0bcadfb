/**
 * Limits the bytes of the messages that wait for answers of receivers at once. One that is larger than all the room is sent while there is
 * no other.
 */
export class SendingRoom {
  private taken = 0
  private readonly waiting: (() => void)[] = []

  constructor(private readonly maxBytes: number) {}

  /**
   * Take room, as soon as there is enough.
   *
   * @returns a function that gives it back
   */
  async take(bytes: number): Promise<() => void> {
    while (this.taken > 0 && this.taken + bytes > this.maxBytes)
      await new Promise<void>((resolve) => this.waiting.push(resolve))
    this.taken += bytes
    return () => {
      this.taken -= bytes
      for (const goOn of this.waiting.splice(0)) goOn()
    }
  }
}
