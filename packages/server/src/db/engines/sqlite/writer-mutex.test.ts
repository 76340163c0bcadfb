import { describe, expect, it } from 'vitest'
import { WriterMutex } from './writer-mutex'

describe('turns of writing', () => {
  /** Queue these up behind a transaction under way; returns the order in which they got their turn. */
  async function orderOf(names: readonly string[]): Promise<string> {
    const turns = new WriterMutex()
    await turns.take(false)
    const order: string[] = []
    const all = names.map(async (name) => {
      await turns.take(name.startsWith('B'))
      order.push(name)
      turns.release()
    })
    turns.release()
    await Promise.all(all)
    return order.join(' ')
  }

  it('go to answers before imports, and to each in the order they came', async () => {
    expect(await orderOf(['B1', 'a', 'B2', 'b', 'c'])).toBe('a b c B1 B2')
  })

  it('come to an import after ten others at most', async () => {
    const answers = Array.from({ length: 15 }, (_, index) => `a${index}`)
    const order = (await orderOf(['B', ...answers])).split(' ')
    expect(order.indexOf('B')).toBe(10)
  })

  it('are free again when nobody waits', async () => {
    const turns = new WriterMutex()
    await turns.take(true)
    turns.release()
    await turns.take(false)
    turns.release()
  })

  it('come to no import while these are held back, and to the first one after that', async () => {
    const turns = new WriterMutex()
    const order: string[] = []
    const one = async (name: string, isBulk: boolean) => {
      await turns.take(isBulk)
      order.push(name)
      turns.release()
    }
    const imports: Promise<void>[] = []
    await turns.withoutBulk(async () => {
      imports.push(one('B1', true))
      await one('a', false)
      imports.push(one('B2', true))
      await one('b', false)
    })
    await Promise.all(imports)
    expect(order.join(' ')).toBe('a b B1 B2')
  })
})
