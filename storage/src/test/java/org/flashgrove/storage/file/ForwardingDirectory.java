package org.flashgrove.storage.file;

/** Directory that passes the calls which a directory must support to another directory. */
public class ForwardingDirectory implements StoreDirectory {
  protected final StoreDirectory directory;

  protected ForwardingDirectory(StoreDirectory directory) {
    this.directory = directory;
  }

  /** Returns the file to use instead of a created or opened file. */
  protected RawFile wrap(RawFile file) {
    return file;
  }

  @Override
  public String name() {
    return directory.name();
  }

  @Override
  public boolean exists(String file) {
    return directory.exists(file);
  }

  @Override
  public RawFile create(String file, RawFile.Caching caching) {
    return wrap(directory.create(file, caching));
  }

  @Override
  public RawFile open(String file, RawFile.Caching caching) {
    return wrap(directory.open(file, caching));
  }

  @Override
  public void rename(String from, String to) {
    directory.rename(from, to);
  }

  @Override
  public void delete(String file) {
    directory.delete(file);
  }

  @Override
  public void sync() {
    directory.sync();
  }
}
