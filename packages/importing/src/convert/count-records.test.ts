import { expect, it } from 'vitest'
import { guessPlan } from '../guess/guess'
import type { ImportPlan } from '../plan/plan'
import { scanFile } from '../read/scan'
import { countRecords } from './count-records'

it('counts the records of a file, and why other rows make none', async () => {
  const rows = ['id,text,stars', 'a,One,1', 'b,,2', 'a,Three,3', 'c," ",4', 'd,Five,5', 'e,Six,6']
  const file = new File([rows.join('\n')], 'rows.csv')
  const scan = await scanFile(file)
  const guessed = guessPlan(scan.profile, scan.encoding)
  const plan: ImportPlan = {
    ...guessed,
    columns: guessed.columns.map((column, at) => (at === 0 ? { ...column, use: { kind: 'id' } } : column)),
  }
  const count = await countRecords(file, scan.reading, plan)
  expect(count).toEqual({ records: 3, leftOut: { repeated: 1, empty: 2, other: 0 } })
})

it('stops when nobody waits for it any more', async () => {
  const file = new File(['text,stars\nOne,1\nTwo,2\n'], 'rows.csv')
  const scan = await scanFile(file)
  const plan = guessPlan(scan.profile, scan.encoding)
  await expect(countRecords(file, scan.reading, plan, AbortSignal.abort())).rejects.toThrow(/abort/i)
})
