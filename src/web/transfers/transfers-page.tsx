/** Systems that the provider offers to this account, to accept or decline. */
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { TransferOffer } from '../../contract/accounts/desk-acts.ts'
import { useAnswerTransfer, useTransferOffers } from '../api/desk-actions.ts'
import { errorMessage } from '../kit/call-error.ts'
import { day } from '../kit/formats.ts'
import { paths } from '../kit/paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { LoadingText } from '../ui/loading-text.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import css from './transfers-page.module.css'
import { text } from './transfers.text.ts'

export function TransfersPage() {
  const { data, isPending, isError, isFetching, refetch } = useTransferOffers()
  return (
    <Page title={text.offers} hint={text.offersHint} reading>
      {isPending ? <LoadingText>{text.loading}</LoadingText> : null}
      {isError ? (
        <Notice tone="fault" onRetry={() => void refetch()} retrying={isFetching}>
          {text.notFetched}
        </Notice>
      ) : null}
      {data?.length === 0 ? (
        <>
          <p>{text.noOffers}</p>
          <Link to={paths.systems()} className={classNames(buttonClass(), css.way)}>
            {text.toSystems}
          </Link>
        </>
      ) : null}
      {data?.map((offer) => (
        <Offer key={offer.id} offer={offer} />
      ))}
    </Page>
  )
}

function Offer({ offer }: { offer: TransferOffer }) {
  const answerOffer = useAnswerTransfer()
  const id = useId()
  return (
    <article className={css.offer} aria-label={offer.system}>
      <h2 id={id}>{offer.system}</h2>
      <p>
        {offer.from ? `${text.from(offer.from)}, ` : ''}
        {text.until(day(offer.expires_at))}
      </p>
      <p className={css.soft}>
        {offer.latitude.toFixed(5)}, {offer.longitude.toFixed(5)}.{' '}
        {offer.keep_members ? text.membersStay : text.membersRemoved}
      </p>
      {answerOffer.isError ? <Notice tone="fault">{errorMessage(answerOffer.error)}</Notice> : null}
      <div className={css.buttons}>
        <Button
          variant="primary"
          busy={answerOffer.isPending ? text.working : false}
          aria-describedby={id}
          onClick={() => answerOffer.mutate({ id: offer.id, accepted: true })}
        >
          {text.accept}
        </Button>
        <Button aria-describedby={id} onClick={() => answerOffer.mutate({ id: offer.id, accepted: false })}>
          {text.decline}
        </Button>
      </div>
    </article>
  )
}
