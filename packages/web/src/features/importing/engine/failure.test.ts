import { UnreadableFileError } from '@postil/importing/read/detect-format'
import { ApiError, NetworkError } from '@postil/sdk/errors'
import { describe, expect, it } from 'vitest'
import { endOfWorker, fromFailure, toFailure } from './failure.ts'

describe('an error of a worker', () => {
  it.each([
    new UnreadableFileError('This file is empty.'),
    new NetworkError('The server did not answer.'),
    new ApiError(422, { detail: 'Not so.' }, 'POST /api/v1/datasets'),
  ])('has its own class on the page: %s', (error) => {
    const back = fromFailure(structuredClone(toFailure(error)))
    expect(back).toBeInstanceOf(error.constructor)
    expect([back.name, back.message]).toEqual([error.name, error.message])
  })

  it('is reported as a server problem when the code of the worker cannot be loaded', () => {
    expect(endOfWorker({})).toBeInstanceOf(NetworkError)
    expect(endOfWorker({ message: 'x is not a function' })).toEqual(new Error('x is not a function'))
  })
})
