@echo off
rem Runs Gyre's command line on Windows. In a clone of the sources it builds it on first use; as bin\gyre.cmd of an unpacked archive it
rem takes the jars in lib. The bash script gyre does the same elsewhere.
rem Not yet run on Windows. Unlike gyre it keeps no archives of classes, and does not look for changed sources: build again with
rem "mvn -DskipTests package".
setlocal

set "root=%~dp0"
set "target=%root%engine\cli\target"
set "libraries=%target%\lib"
if not exist "%root%pom.xml" (
    set "target=%root%..\lib"
    set "libraries=%root%..\lib"
)
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java.exe"

"%java%" -version >nul 2>&1
if errorlevel 1 (
    >&2 echo gyre: a JDK of 21 or newer is needed; install one, or set JAVA_HOME to it
    exit /b 1
)

if not exist "%libraries%\gyre-engine-*.jar" (
    if not exist "%root%pom.xml" (
        >&2 echo gyre: the jars of Gyre are missing: %target%
        exit /b 1
    )
    >&2 echo gyre: building, which takes a minute the first time ...
    pushd "%root%"
    call mvn -q -DskipTests -Dspotless.check.skip -pl engine/cli -am package >&2
    if errorlevel 1 (
        popd
        >&2 echo gyre: the build failed
        exit /b 1
    )
    popd
)

set "options=-XX:-UsePerfData -XX:+UseSerialGC"
if not defined TORNADOVM_HOME goto run
echo %* | findstr /c:"--device jvm" /c:"--device=jvm" >nul
if not errorlevel 1 goto run
if not exist "%TORNADOVM_HOME%\tornado-argfile" (
    >&2 echo gyre: TORNADOVM_HOME has no tornado-argfile: %TORNADOVM_HOME%
    exit /b 1
)
rem The argument file of TornadoVM brings its own collector.
set options=-XX:-UsePerfData "@%TORNADOVM_HOME%\tornado-argfile"
rem To keep the machine code of CUDA kernels (docs/tornadovm.md).
if exist "%TORNADOVM_HOME%\share\java\tornado\tornado-drivers-cuda-*.jar" set options=%options% --add-opens=tornado.drivers.cuda/uk.ac.manchester.tornado.drivers.cuda=ALL-UNNAMED

:run
rem The codecs of Parquet are native libraries, of which the JVM would warn.
echo %* | findstr /c:"parquet" >nul
if not errorlevel 1 set options=%options% --enable-native-access=ALL-UNNAMED
set "more="
if /i not "%~1"=="shell" goto start
rem Kernels that are typed there become class files, which TornadoVM reads from the class path. The shell deletes them.
set "classes=%TEMP%\gyre-shell-%RANDOM%%RANDOM%"
mkdir "%classes%"
set "more=;%classes%"
set options=%options% "-Dgyre.shell.classes=%classes%"

:start
"%java%" %options% -cp "%target%\*;%libraries%\*;%libraries%\last\*%more%" dev.gyre.cli.Main %*
exit /b %errorlevel%
