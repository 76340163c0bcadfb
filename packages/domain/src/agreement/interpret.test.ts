import { describe, expect, it } from 'vitest'
import { interpretAgreement, verdictOf } from './interpret'
import { type PersonsAnswer, QuestionTally } from './question-tally'

const answer = (person: string, value: PersonsAnswer['value']): PersonsAnswer => ({ person, value })

describe('agreement', () => {
  it.each([
    ['nothing answered twice', [], 'No record has two submitted answers'],
    ['the same answer throughout', ['aa', 'aa'], 'Everybody gave the same answer'],
    ['well', [...Array(60).fill('aa'), ...Array(60).fill('bb'), 'ab'], 'well enough to rely'],
    ['no interval of one record', ['ab'], 'One record gives no interval.'],
    ['no interval of equal distances', ['ab', 'bc', 'ca', 'ab'], 'differ by the same amount on every record'],
    ['by chance', ['ab', 'ba', 'aa', 'ab', 'ba'], 'no more than if they had answered at random'],
  ])('is explained in one sentence: %s', (_case, given, sentence) => {
    const tally = new QuestionTally('label_selection')
    for (const [one = '', other = ''] of given) tally.add([answer('ann', one), answer('bob', other)])
    expect(interpretAgreement('label_selection', tally.result())).toContain(sentence)
  })

  it.each([
    [0.8, 'reliable'],
    [0.7, 'tentative'],
    [0.5, 'weak'],
    [0, 'chance'],
    [null, 'unknown'],
  ])('%s is %s', (figure, verdict) => {
    expect(verdictOf({ alpha: figure })).toBe(verdict)
  })
})
