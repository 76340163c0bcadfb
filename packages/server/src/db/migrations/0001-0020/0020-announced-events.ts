import type { Migration } from '../migration'

/** An arbitrary constant whose lower 48 bits are 0. Advisory locks from this number on announce events. */
export const ANNOUNCED = 0x5074n << 48n

/**
 * PostgreSQL assigns the number of an event before its transaction commits, so events with later numbers can become visible first. Each
 * transaction therefore takes a shared advisory lock, on the lowest number that it can get, before its first event; readers of the log stop
 * at locked numbers (`features/events`). One lock per transaction is enough, and locks take room in shared memory. The note that it was
 * taken is a transaction setting, which is rolled back with a savepoint just as the lock is.
 */
export const announcedEvents: Migration = {
  name: '0020-announced-events',
  statements: (_, kind) =>
    kind === 'sqlite'
      ? []
      : [
          `create function announce_events() returns trigger language plpgsql as $$
          begin
            if coalesce(current_setting('postil.has_announced', true), '') = '' then
              perform pg_advisory_xact_lock_shared(${ANNOUNCED} + case when is_called then last_value + 1 else last_value end)
                from events_seq_seq;
              perform set_config('postil.has_announced', 'yes', true);
            end if;
            return null;
          end $$`,
          `create trigger announce_events before insert on events for each statement execute function announce_events()`,
        ],
}
