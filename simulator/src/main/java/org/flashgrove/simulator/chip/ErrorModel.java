package org.flashgrove.simulator.chip;

/**
 * Seeded, deterministic model of errors. It decides when reads need retries or fail, and when
 * programs and erases fail.
 */
public interface ErrorModel {
  /** A chip without errors, except for pages torn by a power cut or a failed operation. */
  ErrorModel NONE =
      new ErrorModel() {
        @Override
        public int senses(int eraseCount, int readsSinceErase, long ageNanos) {
          return 1;
        }

        @Override
        public int sensesAtMost() {
          return 1;
        }

        @Override
        public boolean programFails(int eraseCount) {
          return false;
        }

        @Override
        public boolean eraseFails(int eraseCount) {
          return false;
        }
      };

  /**
   * Returns the number of senses that reading a programmed page takes, at least 1. If the page
   * cannot be corrected, the result is the negative number of senses spent.
   *
   * @param eraseCount number of erases of the page's block
   * @param readsSinceErase number of reads of its block since the last erase, including this one
   * @param ageNanos time since its block was first programmed, in nanoseconds
   */
  int senses(int eraseCount, int readsSinceErase, long ageNanos);

  /** Returns the number of senses spent on a page that cannot be corrected, at least 1. */
  int sensesAtMost();

  /** Returns whether the next program fails. */
  boolean programFails(int eraseCount);

  /** Returns whether the next erase fails. */
  boolean eraseFails(int eraseCount);
}
