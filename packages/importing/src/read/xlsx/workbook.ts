import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { UnreadableFileError } from '../detect-format'
import { type NumberKind, numberKind } from './number-formats'
import { ZipFile } from './zip'

/** A sheet with rows, in the order of the workbook. */
export interface Sheet {
  name: string
  /** Path of the part with its rows. */
  part: string
  isHidden: boolean
}

/** An opened workbook. */
export interface Workbook {
  zip: ZipFile
  sheets: readonly Sheet[]
  is1904: boolean
  /** Meaning of numbers, by the style of their cell. */
  kinds: readonly NumberKind[]
  /** Shared strings, which cells reference by index. */
  texts: readonly string[]
}

/** Callbacks for the tags of a part; names are passed without namespace prefix, which differs between writers. */
export interface TagHandlers {
  open?: (name: string, attributes: Record<string, string>) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

/** Open a workbook without its rows. @throws UnreadableFileError */
export async function openWorkbook(file: Blob): Promise<Workbook> {
  const zip = await ZipFile.open(file)
  const root = await mainPart(zip)
  const folder = root.slice(0, root.lastIndexOf('/') + 1)
  const links = await linksOf(zip, `${folder}_rels/${root.slice(folder.length)}.rels`, folder)
  const sheets: Sheet[] = []
  let is1904 = false
  await readTags(zip, root, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = attributes.date1904 === '1' || attributes.date1904 === 'true'
      const link = name === 'sheet' ? links.get(attributes.id ?? '') : undefined
      // Charts and macros have sheets, too.
      if (link?.type.endsWith('/worksheet'))
        sheets.push({
          name: attributes.name ?? '',
          part: link.part,
          isHidden: (attributes.state ?? 'visible') !== 'visible',
        })
    },
  })
  if (sheets.length === 0) throw new UnreadableFileError('This workbook has no sheet with rows.')
  const partOf = (type: string) => [...links.values()].find((link) => link.type.endsWith(`/${type}`))?.part
  const styles = partOf('styles')
  const shared = partOf('sharedStrings')
  return {
    zip,
    sheets,
    is1904,
    kinds: styles !== undefined && zip.has(styles) ? await kindsOf(zip, styles) : [],
    texts: shared !== undefined && zip.has(shared) ? await textsOf(zip, shared) : [],
  }
}

/** Parse a part tag by tag (SAX). @throws UnreadableFileError */
async function readTags(zip: ZipFile, part: string, handlers: TagHandlers): Promise<void> {
  const pieces = tagsOf(zip, part, handlers)
  while (!(await pieces.next()).done);
}

/** Parse a part chunk by chunk, on demand, yielding the progress, 0–1. */
export async function* tagsOf(zip: ZipFile, part: string, { open, close, text }: TagHandlers): AsyncGenerator<number> {
  const parser = new SaxesParser()
  parser.on('error', (cause) => {
    throw new UnreadableFileError(`This workbook is damaged: its part “${part}” is not well-formed.`, { cause })
  })
  parser.on('doctype', () => {
    throw new UnreadableFileError(`This workbook is damaged: its part “${part}” declares a document type.`)
  })
  if (open) parser.on('opentag', (tag) => open(localName(tag.name), attributesOf(tag)))
  if (close) parser.on('closetag', (tag) => close(localName(tag.name)))
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  for await (const piece of zip.text(part)) {
    parser.write(piece.text)
    yield piece.share
  }
  parser.close()
  yield 1
}

function attributesOf({ attributes }: SaxesTagPlain): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), value]))
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

async function mainPart(zip: ZipFile): Promise<string> {
  const links = zip.has('_rels/.rels') ? [...(await linksOf(zip, '_rels/.rels', '')).values()] : []
  const part = links.find(({ type }) => type.endsWith('/officeDocument'))?.part ?? ''
  if (part.endsWith('.bin'))
    throw new UnreadableFileError('This is a binary Excel workbook (XLSB). Save it as XLSX, then choose that file.')
  if (!/(^|\/)workbook\d*\.xml$/i.test(part) || !zip.has(part))
    throw new UnreadableFileError('This ZIP file is no Excel workbook. Unpack it, or save the sheet as XLSX or CSV.')
  return part
}

/** The relationships of a part, by id. */
async function linksOf(
  zip: ZipFile,
  part: string,
  folder: string,
): Promise<Map<string, { type: string; part: string }>> {
  const links = new Map<string, { type: string; part: string }>()
  await readTags(zip, part, {
    open: (name, { Id: id = '', Type: type = '', Target: target = '' }) => {
      if (name !== 'Relationship') return
      const path = target.startsWith('/') ? target : `/${folder}${target}`
      links.set(id, { type, part: new URL(path, 'zip://file').pathname.slice(1) })
    },
  })
  return links
}

async function kindsOf(zip: ZipFile, part: string): Promise<NumberKind[]> {
  const codes = new Map<number, string>()
  const ids: number[] = []
  let isInside = false
  await readTags(zip, part, {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      if (name === 'cellXfs') isInside = true
      else if (name === 'numFmt') codes.set(Number(numFmtId), formatCode)
      else if (name === 'xf' && isInside) ids.push(Number(numFmtId))
    },
    close: (name) => {
      if (name === 'cellXfs') isInside = false
    },
  })
  return ids.map((id) => numberKind(id, codes.get(id)))
}

async function textsOf(zip: ZipFile, part: string): Promise<string[]> {
  const texts: string[] = []
  const rich = richText()
  await readTags(zip, part, {
    open: (name) => {
      if (name === 'si') rich.start()
      rich.open(name)
    },
    close: (name) => {
      rich.close(name)
      if (name === 'si') texts.push(rich.take())
    },
    text: rich.text,
  })
  return texts
}

/** Joins the rich-text runs of a cell; phonetic runs (`rPh`) are left out. */
export function richText() {
  let pieces: string[] = []
  let isText = false
  let isPhonetic = false
  return {
    start: () => {
      pieces = []
    },
    open: (name: string) => {
      if (name === 'rPh') isPhonetic = true
      if (name === 't' && !isPhonetic) isText = true
    },
    close: (name: string) => {
      if (name === 'rPh') isPhonetic = false
      if (name === 't') isText = false
    },
    text: (text: string) => {
      if (isText) pieces.push(text)
    },
    take: () => decodeEscapes(pieces.join('')),
  }
}

/** Decode characters that XML cannot contain, written as `_x000D_`, and a literal `_x`, written as `_x005F_x`. */
function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
