package org.flashgrove.lab.experiment;

/** Something that is drawn into a picture of its own. */
public interface Drawing {
  /** Name of the file, without the suffix of its format. */
  String name();

  /** Returns the title in one line. */
  String title();
}
