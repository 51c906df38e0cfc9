package org.flashgrove.lab.experiment;

/** A diagram that can be drawn as a picture. */
public abstract class Drawing {
  private final String name;
  private final String title;
  private final String xTitle;
  private final String yTitle;

  Drawing(String name, String title, String xTitle, String yTitle) {
    this.name = name;
    this.title = title;
    this.xTitle = xTitle;
    this.yTitle = yTitle;
  }

  /** Returns the name of the picture file without its extension. */
  public final String name() {
    return name;
  }

  /** Returns the title in one line. */
  public final String title() {
    return title;
  }

  final String xTitle() {
    return xTitle;
  }

  final String yTitle() {
    return yTitle;
  }
}
