/** The page behind a reset link: until resets exist, it says so. */
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'

export function ConfirmPasswordPage() {
  return (
    <Page title="Reset Password">
      <Notice>Setting a new password from a link is not available yet.</Notice>
    </Page>
  )
}
