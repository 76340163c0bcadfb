/** Splits text that arrives in chunks into lines, which end with `\n` or `\r\n`; the last line may have no line end. */
export class LineSplitter {
  #rest = ''
  #numberFrom1 = 1

  constructor(readonly take: (line: string, numberFrom1: number) => void) {}

  push(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#pass(line)
  }

  end(): void {
    if (this.#rest !== '') this.#pass(this.#rest)
    this.#rest = ''
  }

  #pass(line: string): void {
    this.take(line.endsWith('\r') ? line.slice(0, -1) : line, this.#numberFrom1)
    this.#numberFrom1 += 1
  }
}
