/** Reset Password: until mails are sent for it, a page that says so. */
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'

export function ResetPasswordPage() {
  return (
    <Page title="Reset Password">
      <Notice>Resetting a password by e-mail is not available yet.</Notice>
    </Page>
  )
}
