import { describe, expect, it } from 'vitest'
import { binaryFormat, detectShape, UnreadableFileError } from './detect-format'

describe('detectShape', () => {
  it.each([
    ['a.csv', 'text,category\nHi,a\n', 'csv', ',', true],
    ['a.csv', 'text;category\nHi, you;a\nHo, me;b\n', 'csv', ';', true],
    ['a.csv', 'sep=;\r\ntext;note\r\n"Hi, you, there";a\r\n', 'csv', ';', true],
    ['a.txt', '\ufeffsep=\t\ntext\tlabel\nHi\ta\n', 'csv', '\t', true],
    ['a.csv', 'sep=;\n1;2\n3;4\n', 'csv', ';', false],
    ['a.tsv', 'text\tlabel\nHi\ta\n', 'csv', '\t', true],
    ['a.tsv', 'The\tO\nParis\tB-location\n\n', 'conll', ',', true],
    ['a.csv', '1,2\n3,4\n', 'csv', ',', false],
    ['a.csv', 'x,x\n3,4\n', 'csv', ',', false],
    ['a.csv', 'text,text,label,,label\none,two,a,x,b\n', 'csv', ',', true],
    ['a.csv', 'I like it,good\nI love it,good\n', 'csv', ',', false],
    ['a.csv', '"a, b",c\n"d, e",f\n', 'csv', ',', true],
    ['one.csv', 'text\nHi, you\nHo\n', 'csv', ',', true],
    ['a.jsonl', '{"a":1}\n', 'jsonl', ',', true],
    ['a.json.gz', '[{"a":1}]', 'json', ',', true],
    ['a.txt', 'Hello there.\nAnd here.', 'text', ',', true],
    ['a.txt', 'text\tlabel\nHi, you\ta\nHo, you\tb\n', 'csv', '\t', true],
    ['a.txt', 'One\ttab here.\nNone here.\n', 'text', ',', true],
    ['A.TXT', 'The O\nParis B-location\n\n', 'conll', ',', true],
    ['noending', ' {"a":1}', 'json', ',', true],
    ['noending', 'a,b\n1,2\n', 'csv', ',', true],
    ['noending', 'Just words', 'text', ',', true],
  ])('%s beginning %j is %s', (name, head, format, delimiter, hasHeader) => {
    expect(detectShape(name, head)).toMatchObject({ format, delimiter, hasHeader })
  })
})

describe('binaryFormat', () => {
  const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))

  it.each([
    ['PAR1…', 'parquet'],
    ['\x1f\x8b\x08', 'gzip'],
    ['PK\x03\x04', 'zip'],
    ['text', undefined],
    ['', undefined],
  ])('%j is %s', (head, format) => {
    expect(binaryFormat(bytes(head))).toBe(format)
  })

  it.each(['\xd0\xcf\x11\xe0', '%PDF-1.7'])('refuses %j with a way out', (head) => {
    expect(() => binaryFormat(bytes(head))).toThrow(UnreadableFileError)
  })
})
