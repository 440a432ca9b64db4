/** Quiet hours that were set on another device: an open page shows them, and keeps what is being typed. */
import { useQueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer } from '../testing/fake-server.ts'
import { mount, signIn } from '../testing/mount.tsx'
import { Button } from '../ui/button.tsx'
import { QuietHours } from './quiet-hours.tsx'

function HoursAndFocus() {
  const cache = useQueryClient()
  return (
    <>
      <Button onClick={() => void cache.invalidateQueries()}>Come back</Button>
      <QuietHours />
    </>
  )
}

const times = (from: string) => ({
  quiet: { from, until: '06:00' },
  urgent_anyway: true,
  time_zone: 'America/Edmonton',
})

beforeEach(signIn)

it('shows hours of another device, unless other ones are being typed here', async () => {
  let stored = times('22:00')
  fakeServer(({ path }) => (path.startsWith('/api/alert-times/') ? { json: stored } : undefined))
  mount(<HoursAndFocus />)
  const from = page.getByLabelText('From')
  await expect.element(from).toHaveValue('22:00')
  stored = times('21:00')
  await page.getByRole('button', { name: 'Come back' }).click()
  await expect.element(from).toHaveValue('21:00')
  await from.fill('23:30')
  stored = times('20:00')
  await page.getByRole('button', { name: 'Come back' }).click()
  await expect.element(page.getByLabelText('Until')).toHaveValue('06:00')
  await expect.element(from).toHaveValue('23:30')
})
