/** A mutex per key: work under the same key runs one at a time, first come, first served. A failure does not block later work. */
export function keyedMutex(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const turns = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const turn = (turns.get(key) ?? Promise.resolve()).then(work, work)
    turns.set(key, turn)
    const leave = () => {
      if (turns.get(key) === turn) turns.delete(key)
    }
    turn.then(leave, leave)
    return turn
  }
}
