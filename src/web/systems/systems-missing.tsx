/** No systems: a new customer who waits for the provider, or an answer that did not come. */
import { problems } from '../../contract/errors.ts'
import { brand } from '../kit/brand.ts'
import { Notice } from '../ui/notice.tsx'
import css from './systems-missing.module.css'

export interface SystemsMissingProps {
  /** The list could not be fetched, so nobody knows whether it is empty. */
  failed: boolean
  retrying: boolean
  onRetry: () => void
}

export function SystemsMissing({ failed, retrying, onRetry }: SystemsMissingProps) {
  return (
    <div className={css.missing}>
      <Notice tone={failed ? 'fault' : 'plain'} onRetry={onRetry} retrying={retrying}>
        Error: {problems.systems_not_set_up.message}
      </Notice>
      {failed ? (
        <p>Your systems could not be fetched. If you have used this page before, they are still there.</p>
      ) : (
        <>
          <h2>What happens next</h2>
          <p>
            This is normal after signing up. <a href={brand.contactUrl}>Contact {brand.company}</a> to
            schedule the setup of your systems. They appear here as soon as they are connected to your
            account.
          </p>
        </>
      )}
    </div>
  )
}
