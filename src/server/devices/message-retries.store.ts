/** SQL of the retry queue: device messages that could not be stored on arrival, each tried again by one process at a time. */
import { sql } from 'kysely'
import type { ServerTx } from '../kit/postgres/database.ts'

export interface SetAside {
  topic: string
  payload: Buffer
  retained: boolean
  heardAt: Date
}

const FIRST_PAUSE_S = 1
const LONGEST_PAUSE_S = 60
/** Somebody waits for what a report says; only what stays in vain for long is tried more rarely. */
const ATTEMPTS_BEFORE_BACKOFF = 20

export async function insertSetAside(tx: ServerTx, message: SetAside): Promise<void> {
  const { topic, payload, retained, heardAt } = message
  await sql`
    insert into set_aside_messages (topic, payload, retained, heard_at, due_at)
    values (${topic}, ${payload}, ${retained}, ${heardAt}, clock_timestamp() + ${FIRST_PAUSE_S} * interval '1 second')`.execute(
    tx,
  )
}

/** The next one that is due, its row locked until the transaction ends. */
export async function takeSetAside(tx: ServerTx): Promise<(SetAside & { id: number }) | undefined> {
  const { rows } = await sql<SetAside & { id: number }>`
    select id, topic, payload, retained, heard_at as "heardAt" from set_aside_messages
     where due_at <= clock_timestamp() order by due_at for update skip locked limit 1`.execute(tx)
  return rows[0]
}

export async function deleteSetAside(tx: ServerTx, id: number): Promise<void> {
  await sql`delete from set_aside_messages where id = ${id}`.execute(tx)
}

/** Another try comes later, each time later. */
export async function putOffSetAside(tx: ServerTx, id: number): Promise<void> {
  await sql`
    update set_aside_messages
       set attempts = attempts + 1,
           due_at = clock_timestamp()
             + least(${LONGEST_PAUSE_S}, ${FIRST_PAUSE_S} * 2 ^ least(10, greatest(0, attempts - ${ATTEMPTS_BEFORE_BACKOFF}::integer)))
               * interval '1 second'
     where id = ${id}`.execute(tx)
}
