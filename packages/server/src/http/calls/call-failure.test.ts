import { describe, expect, it } from 'vitest'
import { isDiskFull, isStoreBusy, isStoreGone, StaleReadError } from '../../db/engines/engine'
import { SqliteError } from '../../db/engines/sqlite/sqlite-error'
import { ConflictError, ForbiddenError, NotFoundError, ShapeError } from '../../errors'
import { errorReply } from '../../wire/error-reply'
import { errorOf, failureOf } from './call-failure'

/** As an error arrives from another thread. */
const crossed = (error: Error) => errorOf(structuredClone(failureOf(error)))

describe('an error of a handler in another thread', () => {
  it.each([
    new NotFoundError('Gone', { classic: { name: 'EntityNotFoundError', params: { name: 'x', type: 'Record' } } }),
    new ConflictError('Taken'),
    new ForbiddenError(),
    new ShapeError([{ loc: ['body', 'items', 0], msg: 'none', type: 'value_error', ctx: { limit_value: 3 } }]),
    new TypeError('undefined is not a function'),
  ])('%s has the same reply', (error) => {
    for (const path of ['/api/v1/records', '/api/datasets', '/api/users'])
      expect(errorReply(crossed(error), path)).toEqual(errorReply(error, path))
  })

  it('is still told from others by what the store says', () => {
    expect(isDiskFull(crossed(new SqliteError('full', 'SQLITE_FULL')))).toBe(true)
    expect(isStoreGone(crossed(new SqliteError('moved', 'SQLITE_REPLACED')))).toBe(true)
    expect(isStoreBusy(crossed(new StaleReadError('changed')))).toBe(true)
  })

  it('is logged with where it was thrown and why', () => {
    const found = crossed(new Error('It failed.', { cause: new RangeError('too far') }))
    expect(found.stack).toContain('call-failure.test')
    expect(found.cause).toMatchObject({ name: 'RangeError', message: 'too far' })
  })
})
