import { expect, it } from 'vitest'
import { SendingRoom } from './sending-room'

it('messages wait while those under way leave no room; a very large one goes alone', async () => {
  const room = new SendingRoom(10)
  const log: string[] = []
  const take = async (name: string, bytes: number) => {
    const free = await room.take(bytes)
    log.push(name)
    return free
  }
  const settle = () => new Promise((resolve) => setTimeout(resolve, 5))
  const freeA = await take('a', 6)
  const freeB = await take('b', 4)
  const large = take('large', 11)
  freeA()
  await settle()
  expect(log).toEqual(['a', 'b'])
  freeB()
  const freeLarge = await large
  const last = take('last', 1)
  await settle()
  expect(log).toEqual(['a', 'b', 'large'])
  freeLarge()
  await last
  expect(log).toEqual(['a', 'b', 'large', 'last'])
})
