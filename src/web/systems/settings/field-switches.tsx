/** The switches below the numbers: test pattern, speed control, and the pump remedy. */
import { useState } from 'react'
import type { SystemView } from '#contract/systems.ts'
import { useSystemPump } from '../../api/pumps.ts'
import { Button } from '../../ui/button.tsx'
import { Toggletip } from '../../ui/toggletip.tsx'
import css from './field-switches.module.css'
import { testedTower, text } from './settings.text.ts'
import { TEST_MINUTES, TestPatternDialog } from './test-pattern-dialog.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

export interface FieldSwitchesProps {
  settings: SettingsFormState
  system: SystemView | undefined
  disabled: boolean
}

export function FieldSwitches({ settings, system, disabled }: FieldSwitchesProps) {
  const { values, chooseTower, setSpeedControl } = settings
  const [choosing, setChoosing] = useState(false)
  const choose = (tower: number | null) => {
    chooseTower(tower)
    setChoosing(false)
  }
  const tower = values.isTestPatternOn ? testedTower(values) : null
  return (
    <div className={css.switches}>
      <div className={css.switch}>
        <Button wide pressed={tower !== null} disabled={disabled} onClick={() => setChoosing(true)}>
          {text.testPattern}
        </Button>
        <Toggletip label={text.aboutTestPattern}>{text.testPatternHint(TEST_MINUTES)}</Toggletip>
        <p className={css.state}>{tower === null ? text.off : text.towerForMinutes(tower, TEST_MINUTES)}</p>
      </div>
      <div className={css.switch}>
        <Button
          wide
          pressed={values.isSpeedSwitchOn}
          disabled={disabled}
          onClick={() => setSpeedControl(!values.isSpeedSwitchOn)}
        >
          {text.speedControl}
        </Button>
        <Toggletip label={text.aboutSpeedControl}>{text.speedControlHint}</Toggletip>
        <p className={css.state}>{values.isSpeedSwitchOn ? text.on : text.off}</p>
      </div>
      {system ? <PumpSwitch settings={settings} system={system} disabled={disabled} /> : null}
      <TestPatternDialog
        open={choosing}
        towers={values.towers}
        system={system}
        onConfirm={choose}
        onCancel={() => choose(null)}
        onClose={() => setChoosing(false)}
      />
    </div>
  )
}

/** Shown if the pump's minimum flow is known, or the remedy was chosen before. */
function PumpSwitch({ settings, system, disabled }: FieldSwitchesProps & { system: SystemView }) {
  const { values, setRaisesForPump } = settings
  const pump = useSystemPump(system.name)
  const raises = values.raisesForPump ?? false
  if (!raises && !pump?.least_flow_gpm) return null
  return (
    <div className={css.switch}>
      <Button wide pressed={raises} disabled={disabled} onClick={() => setRaisesForPump(!raises)}>
        {text.raisePump}
      </Button>
      <Toggletip label={text.aboutRaisePump}>{text.raisePumpHint}</Toggletip>
      <p className={css.state}>{raises ? text.on : text.off}</p>
    </div>
  )
}
