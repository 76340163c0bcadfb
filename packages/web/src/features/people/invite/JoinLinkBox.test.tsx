import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { isThisMachine, JoinLinkBox } from './JoinLinkBox.tsx'

const LINK = { token: 'AAAA-BBBB', expires_at: '2027-01-01T00:00:00', address: null }

it.each([
  ['localhost', true],
  ['postil.localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['labels.example', false],
  ['localhost.example', false],
  ['192.0.2.7', false],
  ['127.example', false],
])('knows whether %s leads others to this machine', (hostname, isHere) => {
  expect(isThisMachine(hostname)).toBe(isHere)
})

it('says that a link to this machine is of no use elsewhere', () => {
  const { container } = render(<JoinLinkBox link={LINK} />)
  expect(container.textContent).toMatch(/localhost.*#AAAA-BBBB.*It opens on this machine only\./)
})

it('shows the address by which people reach the server, when the server knows it', () => {
  const address = 'https://labels.example/join#AAAA-BBBB'
  const { container } = render(<JoinLinkBox link={{ ...LINK, address }} />)
  expect(container.querySelector('code')?.textContent).toBe(address)
  expect(container.textContent).not.toMatch(/this machine/)
})
