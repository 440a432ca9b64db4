/** FAQ: until the answers are written, a page that says so. */
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'

export function FaqPage() {
  return (
    <Page title="FAQ">
      <Notice>The questions and answers are not available yet.</Notice>
    </Page>
  )
}
