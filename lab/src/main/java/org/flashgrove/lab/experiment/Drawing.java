package org.flashgrove.lab.experiment;

/** A diagram that can be drawn as a picture. */
public interface Drawing {
  /** Returns the name of the picture file without its extension. */
  String name();

  /** Returns the title in one line. */
  String title();
}
