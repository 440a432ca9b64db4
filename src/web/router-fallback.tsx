/** What stands where a page failed or does not exist. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from './kit/paths.ts'
import { Button, buttonClass } from './ui/button.tsx'
import { Page } from './ui/page.tsx'
import css from './router-fallback.module.css'

/** Status or message of whatever was thrown. */
function faultText(error: unknown): string {
  if (!(error instanceof Error) || !error.message) return 'Unknown error'
  // An error of a call, known by its status: its class would bring the whole table of errors to the first page.
  const status = 'status' in error && typeof error.status === 'number' ? error.status : 0
  return status > 0 ? `${status} ${error.message}` : error.message
}

export function RouterFallback({ error }: { error: unknown }) {
  return (
    <Fallback text={faultText(error)}>
      <Button onClick={() => window.location.reload()}>Try again</Button>
    </Fallback>
  )
}

export function UnknownRoute() {
  return <Fallback text="404 Not Found" />
}

function Fallback({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Page title="Unexpected Application Error!" hint={text} narrow>
      <div className={css.ways}>
        {children}
        <Link to={paths.home()} className={buttonClass('primary')}>
          Go to the home page
        </Link>
      </div>
    </Page>
  )
}
