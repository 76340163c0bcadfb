import { expect, it } from 'vitest'
import { fitsPassword, hashPassword, unusablePasswordHash } from './password'

it('keeps passwords as salted argon2id hashes', async () => {
  const [one, two] = await Promise.all([hashPassword('pässwörd 🔑'), hashPassword('pässwörd 🔑')])
  expect(one).toMatch(/^\$argon2id\$/)
  expect(one).not.toBe(two)
  expect(await fitsPassword(one, 'pässwörd 🔑')).toBe(true)
  expect(await fitsPassword(one, 'pässwörd')).toBe(false)
})

it('refuses every guess for an unknown user and for an unusable hash', async () => {
  expect(await fitsPassword(undefined, 'anything at all')).toBe(false)
  expect(await fitsPassword(undefined, '')).toBe(false)
  expect(await fitsPassword(await unusablePasswordHash(), '')).toBe(false)
})

it('takes as long for an unknown user as for a wrong password', async () => {
  const known = await hashPassword('the right one')
  const timed = async (passwordHash: string | undefined) => {
    const start = performance.now()
    await fitsPassword(passwordHash, 'a wrong guess')
    return performance.now() - start
  }
  const median = (times: number[]) => times.sort((a, b) => a - b)[4] ?? 0
  await fitsPassword(undefined, 'warm up')
  const unknowns: number[] = []
  const wrongs: number[] = []
  // In turns, so that a machine that becomes busy half-way is so for both.
  for (let i = 0; i < 9; i += 1) {
    unknowns.push(await timed(undefined))
    wrongs.push(await timed(known))
  }
  const ratio = median(unknowns) / median(wrongs)
  expect(ratio).toBeGreaterThan(0.2)
  expect(ratio).toBeLessThan(5)
})
