import { describe, expect, it } from 'vitest'
import { findLabels } from './find-labels'

const find = (texts: readonly string[], query: string) =>
  findLabels(
    texts.map((text) => ({ text })),
    query,
  ).map(({ text }) => text)

const INTENTS = [
  'transfer',
  'bill_due',
  'pay_bill',
  'payday',
  'pto_balance',
  'pending_transfer',
  'Café au lait',
  'rollover_401k',
  'payBill',
]

describe('labels that are looked for', () => {
  it.each([
    ['blank finds all', '  ', INTENTS],
    ['a space stands for any separator', 'pay bill', ['pay_bill', 'payBill']],
    ['words come in any order', 'bill pay', ['pay_bill', 'payBill']],
    ['beginnings of words are enough', 'b pa', ['pay_bill', 'payBill']],
    ['the label itself comes first', 'transfer', ['transfer', 'pending_transfer']],
    ['the beginning comes before other words', 'pay', ['pay_bill', 'payday', 'payBill']],
    ['initials', 'pb', ['pay_bill', 'pto_balance', 'payBill']],
    ['beginnings run together', 'petr', ['pending_transfer']],
    ['parts of words', 'over', ['rollover_401k']],
    ['case and accents', 'CAFE', ['Café au lait']],
    ['a number', '401', ['rollover_401k']],
    ['a wrong letter', 'pqy_bill', ['pay_bill', 'payBill']],
    ['a letter too many', 'trasnsfer', ['transfer', 'pending_transfer']],
    ['two swapped letters', 'tranfser', ['transfer', 'pending_transfer']],
    ['two mistakes in a long word', 'trensfar', ['transfer', 'pending_transfer']],
    ['nothing', 'zzz', []],
    ['short words are not guessed', 'zu', []],
  ])('%s: %s', (_, query, expected) => {
    expect(find(INTENTS, query)).toEqual(expected)
  })

  it('gives each typed word a word of its own, the longest first', () => {
    expect(find(['pay_bill', 'pay_pot'], 'p pay')).toEqual(['pay_pot', 'pay_bill'])
  })

  it('answers at once for labels that repeat a word', () => {
    const label = Array.from({ length: 40 }, () => 'aaaa').join(' ')
    expect(find([label], `${'a '.repeat(30)}b`)).toEqual([])
    expect(find([label], `${'a'.repeat(60)}b`)).toEqual([])
    expect(find([label], 'a'.repeat(60))).toEqual([label])
  })

  it('forgives no mistake while something matches as it is typed', () => {
    expect(find(['form', 'from'], 'form')).toEqual(['form'])
  })

  it('finds labels of signs alone, and words of other writings', () => {
    expect(find(['+', '-', '+-'], '+')).toEqual(['+', '+-'])
    expect(find(['お支払い', '転送'], '支払')).toEqual(['お支払い'])
    expect(find(['оплатить_счёт', 'перевод'], 'счет опл')).toEqual(['оплатить_счёт'])
  })

  it('puts the more used first among labels that match equally well, and no further', () => {
    const weights: Record<string, number> = { pay_bill: 1, payday: 3, repay: 9 }
    const labels = ['repay', 'pay_bill', 'payday', 'payslip'].map((text) => ({ text }))
    const found = findLabels(labels, 'pay', { weightOf: ({ text }) => weights[text] ?? 0 })
    expect(found.map(({ text }) => text)).toEqual(['payday', 'pay_bill', 'payslip', 'repay'])
  })

  it('leaves mistakes alone when it is told to', () => {
    expect(findLabels([{ text: 'transfer' }], 'tranfser', { allowsTypos: false })).toEqual([])
  })
})
