import { beforeEach, expect, it } from 'vitest'
import { isFeatureOn, setFeature } from './feature-toggles.ts'

beforeEach(() => localStorage.clear())

it('keeps toggles in two local-storage keys, one for production and one for development [R33]', () => {
  setFeature('charts', true, 'production')
  expect(Object.keys(localStorage)).toHaveLength(1)
  expect(isFeatureOn('charts', 'production')).toBe(true)
  expect(isFeatureOn('charts', 'development')).toBe(false)
  setFeature('charts', true, 'development')
  expect(Object.keys(localStorage)).toHaveLength(2)
  setFeature('charts', false, 'production')
  expect(isFeatureOn('charts', 'production')).toBe(false)
  expect(isFeatureOn('charts', 'development')).toBe(true)
})

it('counts everything as off when the stored text is not ours', () => {
  localStorage.setItem('postil.features', '{')
  expect(isFeatureOn('charts', 'production')).toBe(false)
})
