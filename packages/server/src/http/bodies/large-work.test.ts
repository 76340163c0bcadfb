import { expect, it } from 'vitest'
import { gather, inLargeTurn } from './large-work'

it('does one large piece of work at a time, and lets others have a turn between two', async () => {
  const order: string[] = []
  const first = inLargeTurn(() => order.push('first'))
  const refused = inLargeTurn(() => {
    throw new Error('refused')
  })
  const last = inLargeTurn(() => order.push('last'))
  const between = first.then(
    () => new Promise<void>((resolve) => setImmediate(() => resolve(void order.push('other')))),
  )
  await expect(refused).rejects.toThrow('refused')
  await Promise.all([last, between])
  expect(order).toEqual(['first', 'other', 'last'])
})

it('gathers a long list in slices, in its order', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  function* slow() {
    for (let n = 0; n < 30; n += 1) {
      const untilMs = performance.now() + 1
      while (performance.now() < untilMs);
      yield n
    }
  }
  expect(await gather(slow())).toEqual(Array.from({ length: 30 }, (_, n) => n))
  isOver = true
  expect(turns).toBeGreaterThan(1)
})
