/** Runs what is asked under one key one after the other, in the order asked; a failure holds nobody up. */
export function inTurns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
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
