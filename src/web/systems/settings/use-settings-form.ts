/** The settings form of a system: initialised from the server or from an unsent edit, and stored in the browser while typing. */
import { useEffect, useLayoutEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { Resolver } from 'react-hook-form'
import type { SystemView } from '#contract/systems.ts'
import { isSignedIn } from '../../kit/session.ts'
import { browserStorage } from '../../kit/storage.ts'
import { useSession } from '../../kit/use-session.ts'
import { storeState, initialFormOf, readState } from './settings-storage.ts'
import { checkedSettings, offValues, sameValues, towersWith, valuesOf } from './settings-values.ts'
import type { SettingsValues } from './settings-values.ts'

/** Validates with the contract's schema; its codes become messages at the fields. */
function resolverFor(name: string): Resolver<SettingsValues> {
  return (values) => {
    const { errors: messages } = checkedSettings(name, values)
    if (!messages) return { values, errors: {} }
    const errors = Object.entries(messages).map(([field, message]) => [field, { type: 'range', message }])
    return { values: {}, errors: Object.fromEntries(errors) }
  }
}

export type SettingsFormState = ReturnType<typeof useSettingsForm>

export function useSettingsForm(name: string, system: SystemView | undefined) {
  const server = valuesOf(system?.desired ?? null)
  const serverRev = system?.desired?.settings_rev ?? null
  const [initial] = useState(() => initialFormOf(readState(browserStorage(), name), server, serverRev))
  const [basedOn, setBasedOn] = useState({
    rev: initial.basedOn,
    values: initial.basedOn === serverRev ? server : null,
    taken: false,
  })
  const form = useForm<SettingsValues>({
    defaultValues: initial.values,
    resolver: resolverFor(name),
    reValidateMode: 'onChange',
  })
  const watched = { ...initial.values, ...useWatch({ control: form.control }) }
  const values = { ...watched, towers: form.getValues('towers') }
  const unsent = !sameValues(values, server)
  const untouched = basedOn.values !== null && sameValues(values, basedOn.values)

  const adoptServerValues = () => setBasedOn({ rev: serverRev, values: server, taken: true })
  if (serverRev !== basedOn.rev && (untouched || !unsent)) adoptServerValues()
  useLayoutEffect(() => {
    if (basedOn.taken && basedOn.values) form.reset(basedOn.values)
  }, [form, basedOn])
  const signedIn = useSession(isSignedIn)
  const state = JSON.stringify({ ...values, unsent, basedOn: basedOn.rev })
  useEffect(() => {
    // An ended session has removed the entry; store it again when the session continues.
    if (name && signedIn) storeState(browserStorage(), name, JSON.parse(state))
  }, [name, state, signedIn])

  return {
    form,
    values,
    unsent,
    /** Whether somebody else has changed the settings since this edit began. */
    conflict: unsent && basedOn.rev !== serverRev,
    /** Revision on which the values are based. 0 before the first, null if unknown. */
    expectedRevision: system ? (basedOn.rev ?? 0) : null,
    adoptServerValues,
    /** Sets the tower of a test pattern, or none, together with the pattern itself. */
    chooseTower(tower: number | null) {
      form.setValue('towers', towersWith(tower))
      form.setValue('isTestPatternOn', tower !== null)
    },
    setRaisesForPump: (on: boolean) => form.setValue('raisesForPump', on),
    setSpeedControl: (on: boolean) => form.setValue('isSpeedSwitchOn', on),
    /** OFF clears everything else; ON starts from cleared values. */
    turn(on: boolean) {
      form.clearErrors()
      form.reset(on ? { ...form.getValues(), isSystemOn: true } : offValues)
    },
  }
}
