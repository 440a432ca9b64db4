/** The crop of a system: planting date, stage lengths, and who entered them. */
import { useState } from 'react'
import { CROP_KEYS, type CropKey } from '#agronomy/balance/crop-keys.ts'
import { cropOf, stagesByDegrees } from '#agronomy/balance/crops.ts'
import {
  CROP_START_DAYS,
  type CropBody,
  cropBody,
  type CropPlan,
  type StagesBy,
  type SystemCrop,
} from '#contract/crops.ts'
import { isPageProblem } from '#contract/page-problems.ts'
import type { SystemView } from '#contract/systems.ts'
import { useCrop, useSetCrop } from '../../api/balance.ts'
import { problemMessage, errorMessage } from '../../kit/call-error.ts'
import { ago } from '../../kit/formats.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { dayFromText, textOfDay } from '../../ui/date-field-text.ts'
import { Dropdown } from '../../ui/dropdown.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoadingText } from '../../ui/loading-text.tsx'
import { Notice } from '../../ui/notice.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { SegmentedChoice } from '../../ui/segmented-choice.tsx'
import css from './crop.module.css'
import {
  CROP_OPTIONS,
  cropName,
  plantedSentence,
  STAGE_NAMES,
  STAGES_BY_OPTIONS,
  stagesSentence,
  startLabel,
  text,
} from './crop.text.ts'

interface CropSettingsProps {
  system: SystemView
  now: number
}

export function CropSettings({ system, now }: CropSettingsProps) {
  const { data, isError, isFetching, refetch } = useCrop(system.name)
  const [open, setOpen] = useState(false)
  return (
    <section aria-labelledby="crop" className={css.crop}>
      <h2 id="crop">{text.crop}</h2>
      {data ? (
        <>
          <CropFacts crop={data} now={now} timeZone={system.time_zone} />
          {system.role === 'viewer' ? null : (
            <Button onClick={() => setOpen(true)}>{data.plan ? text.changeCrop : text.setCrop}</Button>
          )}
          {open ? (
            <CropDialog system={system} plan={data.plan} now={now} onClose={() => setOpen(false)} />
          ) : null}
        </>
      ) : isError ? (
        <Notice tone="attention" onRetry={() => void refetch()} retrying={isFetching}>
          {text.cropNotFetched}
        </Notice>
      ) : (
        <LoadingText>{text.loadingCrop}</LoadingText>
      )}
    </section>
  )
}

function CropFacts({ crop: enteredBy, now, timeZone }: { crop: SystemCrop; now: number; timeZone: string }) {
  const { plan, history } = enteredBy
  const [newest] = history
  return (
    <>
      {plan ? (
        <p>
          <strong>{plantedSentence(plan)}</strong> {stagesSentence(plan)}
        </p>
      ) : (
        <p>{text.noCrop}</p>
      )}
      {newest ? (
        <p className={css.soft}>
          {text.cropSetBy(
            newest.plan ? text.set : text.cropEnded(lastCrop(enteredBy)),
            newest.who,
            ago(newest.when, now, timeZone),
          )}
        </p>
      ) : null}
    </>
  )
}

function lastCrop({ history }: SystemCrop): string {
  const last = history.find(({ plan }) => plan !== null)?.plan
  return last ? cropName(last.crop) : text.theCrop
}

const DAY_MS = 86_400_000

/** Every day on which a crop may have been planted. */
function startDays(now: number): string[] {
  const { back, ahead } = CROP_START_DAYS
  return Array.from({ length: back + ahead + 1 }, (_, i) =>
    new Date(now + (i - back) * DAY_MS).toISOString().slice(0, 10),
  )
}

function usualStages(crop: CropKey, by: StagesBy): string[] {
  return (by === 'days' ? cropOf(crop).stageDays : stagesByDegrees(crop)).map(String)
}

interface CropDialogProps extends CropSettingsProps {
  plan: CropPlan | null
  onClose: () => void
}

/** A field of the request body and its error message. */
type FieldError = { field: string; message: string } | null

function useCropForm(plan: CropPlan | null) {
  const [crop, setCrop] = useState<CropKey | ''>(plan?.crop ?? '')
  const [start, setStart] = useState(plan ? textOfDay(plan.started_on) : '')
  const [by, setBy] = useState<StagesBy>(plan?.stages_by ?? 'days')
  const [stages, setStages] = useState(plan?.stages.map(String) ?? [])
  const [fieldError, setFieldError] = useState<FieldError>(null)
  /** Another crop, or another way to count, has other default stages. */
  const choose = (nextCrop: CropKey | '', measure: StagesBy) => {
    setCrop(nextCrop)
    setBy(measure)
    setStages(nextCrop === '' ? [] : usualStages(nextCrop, measure))
  }
  const read = (): CropBody | null => {
    const parsed = cropBody.safeParse({
      crop,
      started_on: dayFromText(start) ?? '',
      stages_by: by,
      stages: stages.map((text) => (text.trim() === '' ? null : Number(text))),
    })
    const issue = parsed.error?.issues[0]
    const code = issue?.message ?? ''
    setFieldError(
      issue
        ? {
            field: String(issue.path[0] ?? ''),
            message:
              crop === '' ? text.cropMissing : problemMessage(isPageProblem(code) ? code : 'invalid_request'),
          }
        : null,
    )
    return parsed.data ?? null
  }
  const errorOf = (field: string) => (fieldError?.field === field ? fieldError.message : null)
  return { crop, start, setStart, by, stages, setStages, choose, read, errorOf }
}

function CropDialog({ system, plan, now, onClose }: CropDialogProps) {
  const form = useCropForm(plan)
  const set = useSetCrop(system.name)
  const submit = () => {
    const body = form.read()
    if (body) set.mutate(body, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={text.cropOf(system.name)}
      fields={
        <>
          <Dropdown
            label={text.crop}
            placeholder={text.chooseCropLabel}
            value={form.crop}
            options={CROP_OPTIONS}
            error={form.errorOf('crop')}
            onChange={(value) => form.choose(CROP_KEYS.find((key) => key === value) ?? '', form.by)}
          />
          <DateField
            label={form.crop === '' ? text.plantedOn : startLabel(form.crop)}
            placeholder={text.dateFormat}
            calendarLabel={text.chooseDay}
            value={form.start}
            days={startDays(now)}
            error={form.errorOf('started_on')}
            onChange={form.setStart}
          />
          {form.crop === '' ? null : <Stages form={form} crop={form.crop} />}
        </>
      }
      formClass={css.fields}
      submit={text.saveCrop}
      busy={set.isPending && text.saving}
      secondaryAction={
        plan ? (
          <Button variant="danger" onClick={() => set.mutate(null, { onSuccess: onClose })}>
            {text.endCrop}
          </Button>
        ) : null
      }
      onSubmit={submit}
      onCancel={onClose}
    >
      {set.isError ? <Notice tone="fault">{errorMessage(set.error)}</Notice> : null}
    </FormDialog>
  )
}

function Stages({ form, crop }: { form: ReturnType<typeof useCropForm>; crop: CropKey }) {
  const { by, stages, setStages, choose, errorOf } = form
  const error = errorOf('stages')
  return (
    <>
      <SegmentedChoice
        label={text.stagesBy}
        value={by}
        options={STAGES_BY_OPTIONS}
        onChange={(measure) => choose(crop, measure)}
      />
      <fieldset className={css.stages}>
        <legend>{text.stageLengths}</legend>
        {STAGE_NAMES.map((name, at) => (
          <NumberField
            key={name}
            label={name}
            unit={by === 'days' ? text.days : text.degreeDays}
            min={0}
            value={stages[at] ?? ''}
            onChange={(text) => setStages(stages.map((value, i) => (i === at ? text : value)))}
          />
        ))}
      </fieldset>
      {error ? <Notice tone="fault">{error}</Notice> : null}
      <p className={css.soft}>
        {by === 'days' ? text.usualLengths : text.degreesAbove(cropOf(crop).degrees.baseC)}
      </p>
    </>
  )
}
