package org.flashgrove.lab.experiment.workload;

/**
 * Inserts the next entries of the data set one by one.
 *
 * @param phase name of the phase
 * @param amount number of entries, or a share of the data set
 */
public record LoadStep(String phase, Amount amount) implements Step {
  @Override
  public boolean growsWithData() {
    return amount.isPercent();
  }

  @Override
  public Check run(Subject subject) {
    int count = Math.min(subject.remaining(), amount.of(subject.data().entries().size()));
    subject.count("processed_entries_num", count);
    for (int i = 0; i < count; i++) {
      subject.insertNext();
    }
    return Check.NONE;
  }
}
