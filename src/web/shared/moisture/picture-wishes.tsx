/** Below the picture of a map: its colours, and the second picture that says how sure the first one is. */
import { Button } from '../../ui/button.tsx'
import { Dropdown } from '../../ui/dropdown.tsx'
import type { PictureWishes } from './picture-choice.ts'
import { RAMP_WORDS } from './picture-choice.ts'
import css from './picture-wishes.module.css'

const RAMPS = Object.entries(RAMP_WORDS).map(([value, label]) => ({ value, label }))

export function PictureWishesBar({ ramp, layer, setRamp, setLayer }: PictureWishes) {
  const sure = layer === 'uncertainty'
  return (
    <div className={css.wishes}>
      <Dropdown label="Colours" value={ramp} options={RAMPS} disabled={sure} onChange={setRamp} />
      <Button wide pressed={sure} onClick={() => setLayer(sure ? 'moisture' : 'uncertainty')}>
        How sure is it?
      </Button>
    </div>
  )
}
