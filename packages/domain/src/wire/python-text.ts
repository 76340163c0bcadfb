// The rules of both packages print Python's literals; the contract's shapes need them first, so they live there.
export { PyFloat, pyFloatText, pyRepr, pyStr, pyTypeName } from '@postil/contract/python-text'
