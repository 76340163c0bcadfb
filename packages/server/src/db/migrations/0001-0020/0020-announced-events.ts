import type { Migration } from '../migration'

/** Any fixed number; 48 bits below it are free. Advisory locks from here on announce events. */
export const ANNOUNCED = 0x5074n << 48n

/**
 * On PostgreSQL a number of an event is given out before its transaction commits, so a later number can be visible first. Each transaction
 * therefore takes a shared lock, on the lowest number that it can get, before its first event; readers of the log stop there
 * (`events/tail.ts`). It is done once for a transaction, since locks take room in shared memory; its note is undone with a savepoint as the
 * lock is.
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
