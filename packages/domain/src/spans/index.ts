export {
  codePointLength,
  indexOffsets,
  type OffsetIndex,
  sliceByCodePoints,
  toCodePoints,
  toUtf16,
} from './code-points'
export { findOverlap, overlaps, type TextRange } from './ranges'
export { snapToGraphemes, snapToRanges, snapToWords, trimRange } from './snap'
