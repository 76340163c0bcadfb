// Error messages of this package and of the contract print values as Python literals. The functions are in the contract, on which this
// package depends.
export { PyFloat, pyFloatText, pyRepr, pyStr, pyTypeName } from '@postil/contract/python-text'
