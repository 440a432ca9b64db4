/** FAQ and Data Use & Consent: search, expanding, and content. */
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { barriers } from '../testing/accessibility.ts'
import { mount } from '../testing/mount.tsx'
import { DataConsentPage } from './data-consent-page.tsx'
import { FaqPage } from './faq-page.tsx'

describe('FAQ', () => {
  beforeEach(() => void mount(<FaqPage />))

  const question = (name: string | RegExp) => page.getByRole('button', { name })
  const search = page.getByPlaceholder('Search for a question...')
  const answerBox = page.getByRole('region')

  it('has one entry open at a time, and a click on the open one closes it', async () => {
    const [first, second] = [question(/What does Headgate do/), question(/install/)]
    await expect.element(first.getByText('+')).toBeVisible()
    await first.click()
    await expect.element(first).toHaveAttribute('aria-expanded', 'true')
    await expect.element(first.getByText('−')).toBeVisible()
    await second.click()
    await expect.element(first).toHaveAttribute('aria-expanded', 'false')
    await expect.element(second).toHaveAttribute('aria-expanded', 'true')
    await second.click()
    await expect.element(second).toHaveAttribute('aria-expanded', 'false')
    expect(answerBox.elements()).toEqual([])
  })

  it('is searched by a part of the question in any case', async () => {
    await search.fill('INSTALL')
    await expect.poll(() => page.getByRole('button').elements()).toHaveLength(1)
    await expect.element(question('Do I need to install anything?')).toBeVisible()
    // a word that is only in an answer does not match
    await search.fill('satellite dish')
    await expect.element(page.getByText('No results found for "satellite dish"')).toBeVisible()
    expect(await barriers()).toEqual([])
    await search.fill('')
    await expect.element(question('Do I need to install anything?')).toBeVisible()
  })

  it('shows the query as text, not as markup', async () => {
    const payload = '<img src=x onerror="document.title=\'hit\'">'
    await search.fill(payload)
    await expect.element(page.getByText(`No results found for "${payload}"`)).toBeVisible()
    expect(document.querySelector('img[src=x]')).toBeNull()
    expect(document.title).not.toBe('hit')
  })

  const topics: [RegExp, RegExp][] = [
    [/What does Headgate do/, /geofences/],
    [/install/, /browser on your phone/],
    [/get started/, /schedule the setup of your systems/],
    [/verification e-mail/, /junk or spam folder/],
    [/Sorry, we have not set up your Systems yet/, /normal after you have signed up/],
    [/OFF/, /OFF sets all prescriptions to 100%.*does not turn off/s],
    [/location not detected/, /iPhone, Safari.*Location Services.*Android, Chrome.*Permissions/s],
  ]
  it.each(topics)('answers %s', async (topic, answer) => {
    await question(topic).click()
    await expect.poll(() => answerBox.element().textContent).toMatch(answer)
  })

  it('has answers of at most 500 px that scroll inside, by keyboard too', async () => {
    await page.viewport(320, 800)
    await question(/location not detected/).click()
    await expect.element(answerBox).toBeVisible()
    const box = answerBox.element()
    expect(box.getBoundingClientRect().height).toBeLessThanOrEqual(500)
    expect(box.scrollHeight).toBeGreaterThan(box.clientHeight)
    await userEvent.keyboard('{Tab}')
    await expect.element(answerBox).toHaveFocus()
  })

  it('has no accessibility barriers, open or closed', async () => {
    await expect.element(search).toBeVisible()
    expect(await barriers()).toEqual([])
    await question(/location not detected/).click()
    expect(await barriers()).toEqual([])
  })
})

it('Data Use & Consent says what is collected, in which form, and what for', async () => {
  mount(<DataConsentPage />)
  await expect
    .element(page.getByRole('heading', { level: 1 }).getByText('Data Use & Consent', { exact: true }))
    .toBeVisible()
  const text = page.getByRole('main').element().textContent
  for (const words of [
    /may collect/,
    /non-identifying form/,
    /device/,
    /system software and application software/,
    /peripherals/,
    /updates/,
    /support/,
    /improve/,
  ])
    expect(text).toMatch(words)
  expect(await barriers()).toEqual([])
})
