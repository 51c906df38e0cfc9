package org.flashgrove.lab.experiment.workload;

/**
 * Inserts the next entries of the data one by one.
 *
 * @param phase its name
 * @param amount how many; a share is one of the whole data set
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
