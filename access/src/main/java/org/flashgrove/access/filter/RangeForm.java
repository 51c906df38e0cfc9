package org.flashgrove.access.filter;

import java.util.List;

/**
 * Operations on sets of index keys. The keys are either eight-byte order words, which sort like the
 * attribute values, or the complete values. A set may contain too many keys, because the query also
 * checks the records, but it must not miss any.
 *
 * @param <R> type of the sets
 */
interface RangeForm<R> {
  /** Sets of order words: eight-byte numbers that sort like the values. */
  RangeForm<WordRanges> WORDS =
      new RangeForm<>() {
        @Override
        public WordRanges all() {
          return WordRanges.ALL;
        }

        @Override
        public WordRanges ofPoints(List<Constant> values) {
          return WordRanges.ofPoints(
              values.stream()
                  .filter(value -> !value.hasExactWord() || value.isOfType())
                  .mapToLong(Constant::word)
                  .toArray());
        }

        @Override
        public WordRanges compared(Operator operator, Constant value) {
          if (value.hasExactWord()) {
            return value.exactWords(operator);
          }
          long word = value.word(); // other values may have the same word
          return switch (operator) {
            case EQUAL -> WordRanges.of(word, word);
            case NOT_EQUAL -> WordRanges.ALL;
            case LESS, AT_MOST -> WordRanges.of(Long.MIN_VALUE, word);
            case GREATER, AT_LEAST -> WordRanges.of(word, Long.MAX_VALUE);
          };
        }

        @Override
        public WordRanges beginningWith(byte[] text) {
          return WordRanges.ofTexts(text);
        }

        @Override
        public WordRanges and(WordRanges one, WordRanges other) {
          return one.and(other);
        }

        @Override
        public WordRanges or(WordRanges one, WordRanges other) {
          return one.or(other);
        }
      };

  /** Sets of keys in an index of whole values. */
  RangeForm<KeyRanges> KEYS =
      new RangeForm<>() {
        @Override
        public KeyRanges all() {
          return KeyRanges.ALL;
        }

        @Override
        public KeyRanges ofPoints(List<Constant> values) {
          return KeyRanges.ofPoints(values.stream().map(Constant::key).toList());
        }

        @Override
        public KeyRanges compared(Operator operator, Constant value) {
          return switch (operator) {
            case EQUAL -> ofPoints(List.of(value));
            case NOT_EQUAL -> KeyRanges.ALL;
            case LESS -> KeyRanges.below(value.key());
            case AT_MOST -> KeyRanges.upTo(value.key());
            case GREATER, AT_LEAST -> KeyRanges.from(value.key());
          };
        }

        @Override
        public KeyRanges beginningWith(byte[] text) {
          return KeyRanges.ofTexts(text);
        }

        @Override
        public KeyRanges and(KeyRanges one, KeyRanges other) {
          return one.and(other);
        }

        @Override
        public KeyRanges or(KeyRanges one, KeyRanges other) {
          return one.or(other);
        }
      };

  R all();

  /** Returns the set of the keys of given values. They may be in any order and may repeat. */
  R ofPoints(List<Constant> values);

  /** Returns the set of keys of all values that satisfy a comparison with a value. */
  R compared(Operator operator, Constant value);

  /** Returns the set of keys of all texts that start with the given bytes. */
  R beginningWith(byte[] text);

  R and(R one, R other);

  R or(R one, R other);
}
