/** The shape of the systems page while its systems are fetched. */
import { LoadingText } from '../ui/loading-text.tsx'
import { PictureAndForm } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import css from './systems-page.module.css'

const shapes = [
  { of: 'switch', height: '44px' },
  { of: 'rate', height: '106px' },
  { of: 'roots', height: '106px' },
  { of: 'target', height: '106px' },
  { of: 'apply', height: '48px' },
]

export function SystemsLoading() {
  return (
    <>
      <LoadingText>Please wait, we are loading your Systems...</LoadingText>
      <PictureAndForm
        picture={
          <div className={css.disc}>
            <Skeleton height="100%" round />
          </div>
        }
        form={shapes.map(({ of, height }) => (
          <Skeleton key={of} height={height} />
        ))}
      />
    </>
  )
}
