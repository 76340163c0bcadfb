/** How an answer was given: a choice by key may submit at once; typing counts as one undo step. */
export interface AnswerHow {
  byKey?: boolean
  /** The user typed its number. */
  isNumber?: boolean
  /** More digits could have followed and made another number. */
  isOpenNumber?: boolean
  isTyping?: boolean
  /** The question is complete: the focus moves to the next one. */
  isFinal?: boolean
}
