package org.flashgrove.lab.experiment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/**
 * Processor time of presets, as it was measured: seconds of one core, the start of the program
 * included. The file beside this class says where and when.
 */
public final class PresetTimes {
  private static final String FILE = "preset-times.properties";

  private final Properties seconds = new Properties();

  private PresetTimes() {}

  /** The times that come with the program. */
  public static PresetTimes read() {
    PresetTimes times = new PresetTimes();
    try (InputStream in = PresetTimes.class.getResourceAsStream(FILE)) {
      times.seconds.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(FILE + " cannot be read", e);
    }
    return times;
  }

  /** Seconds that a preset takes at a scale; null if they were not measured. */
  public Integer seconds(Preset preset, Scale scale) {
    String found = seconds.getProperty(preset.name() + "." + scale.word());
    return found == null ? null : Integer.valueOf(found);
  }

  /** The time of a preset at a scale in words: {@code 12 s}, {@code 3 min}. */
  public String described(Preset preset, Scale scale) {
    Integer found = seconds(preset, scale);
    if (found == null) {
      return "time not measured";
    }
    return found < 120 ? found + " s" : Math.round(found / 60.0) + " min";
  }
}
