/** How an answer was given: a choice by key may submit at once, typing is one step to undo. */
export interface AnswerHow {
  byKey?: boolean
  /** Its number was typed. */
  isNumber?: boolean
  /** More digits could have followed, and made another number. */
  isOpenNumber?: boolean
  isTyping?: boolean
  /** The question is done with: the focus goes on to the next. */
  isFinal?: boolean
}
