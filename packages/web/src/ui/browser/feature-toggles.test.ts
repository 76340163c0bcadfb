import { beforeEach, expect, it } from 'vitest'
import { isFeatureOn, setFeature } from './feature-toggles.ts'

beforeEach(() => localStorage.clear())

it('keeps toggles in two local-storage keys, one for production and one for development [R33]', () => {
  setFeature('wideCards', true, 'production')
  expect(Object.keys(localStorage)).toHaveLength(1)
  expect(isFeatureOn('wideCards', 'production')).toBe(true)
  expect(isFeatureOn('wideCards', 'development')).toBe(false)
  setFeature('wideCards', true, 'development')
  expect(Object.keys(localStorage)).toHaveLength(2)
  setFeature('wideCards', false, 'production')
  expect(isFeatureOn('wideCards', 'production')).toBe(false)
  expect(isFeatureOn('wideCards', 'development')).toBe(true)
})

it('counts everything as off when the stored text is not ours', () => {
  localStorage.setItem('postil.features', '{')
  expect(isFeatureOn('wideCards', 'production')).toBe(false)
})
