/** FAQ and Data Use & Consent as whole pages; component tests cover their content. */
import { expectAccessible, smallTargets } from './accessibility.ts'
import { expect, test } from './farm.ts'

for (const [address, heading] of [
  ['/faq', 'FAQ'],
  ['/dataconsent', 'Data Use & Consent'],
] as const) {
  test(`axe finds nothing on ${address}, and all targets are large enough`, async ({ page }) => {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expectAccessible(page)
    await page.setViewportSize({ width: 375, height: 812 })
    expect(await smallTargets(page)).toEqual([])
  })
}
