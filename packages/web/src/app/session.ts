export {
  type Role,
  type Session,
  SessionContext,
  type SessionStatus,
  type User,
  useSession,
  useUser,
} from '../features/session/session.ts'
